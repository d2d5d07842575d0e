/** For fields whose text can contain variables that the service fills in, see `parameters/expressions.ts`. */
export const variablesHint =
	'To keep a variable of the service such as {{name}}, leave this field on Fixed';
