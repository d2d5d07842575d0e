/** For fields whose text can contain variables that the service fills in, see `parameters/expressions.ts`. */
export const variablesHint =
	'To send {{name}} exactly as written, keep this field on Fixed, not on Expression';
