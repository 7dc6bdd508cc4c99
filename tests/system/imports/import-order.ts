/**
 * A file may import only its own group and earlier ones, so that a feature can be read knowing only the groups before
 * it. A feature is joined with a later one by a screen, or by a function that `src/app` passes to it.
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
  'features/on-call',
  'features/inbox',
  'features/reports',
  'features/api-keys',
  'screens',
  'app',
] as const
