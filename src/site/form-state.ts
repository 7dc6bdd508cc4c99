/** A form as the server shows it: empty at first, with what was typed and what is wrong with it when it was refused. */
export type FormState = {
  values: Record<string, string>
  /** By field. */
  errors: Record<string, string>
  /** Why nothing was sent although the fields are right: too many at once, or nothing could be stored. */
  problem?: string
  /** What is said when it was sent. */
  sent?: string
}
export const emptyForm: FormState = { values: {}, errors: {} }
