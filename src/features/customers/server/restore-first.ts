import { invalid } from '#platform/http/app-error.ts'

/** Refuses a change of an archived customer. */
export const restoreFirst = () => invalid('Kunden är arkiverad. Återställ kunden först.')
