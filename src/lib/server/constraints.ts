import type { AppError } from './app-error.ts'

/** Runs a statement and turns a violated constraint into the refusal named for it; any other error passes on. */
export async function onConstraint<T>(
  refusals: Record<string, () => AppError>,
  statement: () => Promise<T>,
): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    const refusal = refusals[(error as { constraint?: string }).constraint ?? '']
    throw refusal ? refusal() : error
  }
}
