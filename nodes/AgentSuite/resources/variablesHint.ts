/** For fields whose text can contain variables that the service fills in, see `parameters/expressions.ts`. */
export const variablesHint =
	'If a variable of the service is written as {{name}}, keep this field on Fixed';
