/** Every address of the browser app: the server answers them with its shell, the router with a screen. */
export const appPaths = [
  '/auth',
  '/customer-login',
  '/nytt-losenord',
  '/customer-portal',
  '/customer-portal/tickets/:id',
  '/bo',
  '/backoffice',
  '/backoffice/time',
  '/backoffice/customers',
  '/backoffice/customers/:id',
  '/backoffice/tickets',
  '/backoffice/tickets/:id',
  '/backoffice/reports',
  '/backoffice/archive',
  '/backoffice/users',
  '/backoffice/settings',
  '/api/docs',
] as const
export type AppPath = (typeof appPaths)[number]
