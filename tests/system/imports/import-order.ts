/**
 * A file imports its own group and groups before it, so that a feature can be read knowing only those above its name here.
 * What joins a feature with a later one is a screen, or a function that `src/app` passes to it.
 */
export const importOrder = [
  'shared',
  'platform',
  'features/files',
  'features/company',
  'features/auth',
  'features/users',
  'features/customers',
  'features/equipment',
  'features/vault',
  'features/time',
  'features/tickets',
  'features/billing',
  'features/inbox',
  'features/reports',
  'screens',
  'app',
] as const
