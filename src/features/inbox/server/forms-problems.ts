// Error messages for visitors when a form was not stored, with a number to call.
import { formatPhone } from '#shared/phone.rules.ts'
import { plural } from '#shared/plural.rules.ts'

/** With JavaScript the form still contains the text; without, the visitor goes back. */
export const tooLarge = (hasScript: boolean) =>
  `Meddelandet är för stort. ${hasScript ? 'Korta' : 'Gå tillbaka, korta'} texten och skicka igen.`

export const notUtf8 = (hasScript: boolean) =>
  `Texten går inte att läsa. ${hasScript ? 'Skriv' : 'Gå tillbaka, skriv'} den på nytt och skicka igen.`

/** Shown above the form, which is rendered again with the visitor's input. */
export const otherSite =
  'Formuläret skickades från en annan webbplats och togs inte emot. Kontrollera texten och skicka igen härifrån.'

export const notStored = (phone: string | null | undefined) =>
  `Vi kunde inte ta emot meddelandet just nu. ${callOr(phone, 'försök igen om en stund')}`

export const tooMany = (phone: string | null | undefined, seconds: number) =>
  `Det har skickats många meddelanden härifrån på kort tid. ${callOr(phone, `försök igen om ${durationText(seconds)}`)}`

const callOr = (phone: string | null | undefined, later: string) =>
  phone ? `Ring oss på ${formatPhone(phone)}, eller ${later}.` : `${later.charAt(0).toUpperCase()}${later.slice(1)}.`

function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'en minut'
  if (minutes < 60) return plural(minutes, 'minut', 'minuter')
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'en timme' : plural(hours, 'timme', 'timmar')
}
