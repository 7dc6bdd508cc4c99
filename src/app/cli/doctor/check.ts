import { StartError } from '#platform/database/start-error.ts'

/** One line of the doctor's report: what was checked, its state, and what to do about a problem. */
export type Check = { state: 'fine' | 'warning' | 'wrong'; title: string; message: string }

export const fine = (title: string, message: string): Check => ({ state: 'fine', title, message })
export const warning = (title: string, message: string): Check => ({ state: 'warning', title, message })
export const wrong = (title: string, message: string): Check => ({ state: 'wrong', title, message })

/** A check that throws is reported as wrong, without the message of an unknown error, which may contain a secret. */
export async function attempt(
  title: string,
  check: () => Promise<Check | Check[]> | Check | Check[],
): Promise<Check[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    if (error instanceof StartError) return [wrong(title, error.message)]
    const { code, name } = error as { code?: unknown; name?: string }
    return [wrong(title, `Kontrollen gick inte att göra (${typeof code === 'string' ? code : name}).`)]
  }
}

/** For example '1,5 GB' or '340 MB'. */
export const inBytes = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1).replace('.', ',')} GB` : `${Math.round(bytes / 1e6)} MB`
