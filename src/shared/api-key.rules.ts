// Keys with which programs call the API for a member of staff.

/** What a key may do. A scope that writes does not include reading. */
const keyScopeTable = {
  read: { label: 'Läsa', description: 'Ärenden, kunder, tid, avtal, rapporter och fakturaunderlag' },
  tickets: { label: 'Ärenden', description: 'Skapa och ändra ärenden, kommentarer, filer och besök' },
  time: { label: 'Tid', description: 'Skriva och ändra tid, utlägg och klockan' },
  customers: { label: 'Kunder', description: 'Skapa och ändra kunder, kontaktpersoner och utrustning' },
} as const satisfies Record<string, { label: string; description: string }>

export type KeyScope = keyof typeof keyScopeTable
export const keyScopes = Object.keys(keyScopeTable) as [KeyScope, ...KeyScope[]]
export const keyScopeText = (scope: KeyScope) => keyScopeTable[scope]

/** Every key begins with it, so that it is recognized where it should not stand. */
export const KEY_PREFIX = 'sp_'
/** Requests of one key that one process answers in a minute. */
export const KEY_REQUESTS_PER_MINUTE = 300
