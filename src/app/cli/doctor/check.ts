import { StartError } from '#db/start-error.ts'

/** One line of the doctor: what was looked at, how it is, and what to do when it is not as it should be. */
export type Check = { state: 'fine' | 'warning' | 'wrong'; title: string; words: string }

export const fine = (title: string, words: string): Check => ({ state: 'fine', title, words })
export const warning = (title: string, words: string): Check => ({ state: 'warning', title, words })
export const wrong = (title: string, words: string): Check => ({ state: 'wrong', title, words })

/** A check that cannot be made is itself what is wrong; only words of ours are told, never those of a foreign error. */
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

/** '1,5 GB', '340 MB'. */
export const inBytes = (bytes: number) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1).replace('.', ',')} GB` : `${Math.round(bytes / 1e6)} MB`
