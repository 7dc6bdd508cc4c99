/** The state of a rendered form: empty, refused with values and errors, or sent. */
export type FormState = {
  values: Record<string, string>
  /** By field. */
  errors: Record<string, string>
  /** Why a valid form was not accepted: a rate limit, or a failure to store it. */
  problem?: string
  /** The confirmation, when the form was accepted. */
  sent?: string
}
export const emptyForm: FormState = { values: {}, errors: {} }
