import { type FormPath, formKinds } from '#features/inbox/forms.contract.ts'
import { enquiryMomentText, numberText } from '#features/inbox/receipt-texts.rules.ts'

/** What the sender of an accepted form is told. */
export type SentForm = {
  /** The specified confirmation. */
  text: string
  isUrgent: boolean
  /** Its number; undefined for a receipt that cannot be shown again. */
  number?: string | undefined
  /** When it is answered. */
  moment?: string | undefined
}

type Receipt = { number: number; promisedAt: Date | null }

export const sentTexts = (
  path: FormPath,
  { text, isUrgent }: { text: string; isUrgent: boolean },
  receipt: Receipt | undefined,
): SentForm => ({
  text,
  isUrgent,
  number: receipt && numberText(formKinds[path], receipt.number),
  moment: receipt && enquiryMomentText({ isUrgent, promisedAt: receipt.promisedAt }),
})

/** The state of a rendered form: empty, refused with values and errors, or sent. */
export type FormState = {
  values: Record<string, string>
  /** By field. */
  errors: Record<string, string>
  /** Why a valid form was not accepted: a rate limit, or a failure to store it. */
  problem?: string
  /** When the form was accepted. */
  sent?: SentForm
}
export const emptyForm: FormState = { values: {}, errors: {} }
