import { totalmem } from 'node:os'

const MIB = 2 ** 20
/** In MiB: what DATABASE_MEMORY_MB may be at least, and its default at most. */
export const DATABASE_MEMORY = { min: 192, defaultMax: 2048 }
const DEFAULT_SHARE = 1 / 8

/** An eighth of the memory of the machine or container, in MiB (docs/decisions/004). */
export function defaultDatabaseMemory(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return clamp(Math.round((bytes * DEFAULT_SHARE) / MIB), DATABASE_MEMORY.min, DATABASE_MEMORY.defaultMax)
}

/** Memory of the connections of one program (some twenty), including their sorts. */
const CONNECTIONS_MIB = 128

/**
 * Settings of a server that uses at most `mib` in total. The cache is half of it, or less when the connections need more than the
 * other half; connections and maintenance share the rest.
 */
export function memorySettings(mib: number) {
  const cache = Math.min(Math.floor(mib / 2), mib - CONNECTIONS_MIB)
  const rest = mib - cache
  return {
    shared_buffers: `${cache}MB`,
    work_mem: `${clamp(Math.floor(rest / 64), 2, 4)}MB`,
    maintenance_work_mem: `${clamp(Math.floor(rest / 4), 16, 64)}MB`,
    autovacuum_work_mem: `${clamp(Math.floor(rest / 16), 8, 64)}MB`,
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
