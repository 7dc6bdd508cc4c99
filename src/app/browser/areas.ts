import type { LoginKind } from '#shared/roles.rules.ts'

type Area = {
  paths: RegExp
  /** The chunks of bundle-chunks.ts that its first screen needs. */
  chunks: string[]
  /** The login that it needs. */
  portal?: LoginKind
}

/** The parts of the browser app by path: the first line that matches. */
const areas: readonly Area[] = [
  { paths: /^\/(auth|customer-login|nytt-losenord)$/, chunks: ['sign-in', 'auth-client'] },
  { paths: /^\/(bo|backoffice)$/, chunks: ['back-office', 'dashboard'], portal: 'staff' },
  { paths: /^\/backoffice\/tickets$/, chunks: ['back-office', 'ticket-list'], portal: 'staff' },
  { paths: /^\/backoffice\/tickets\//, chunks: ['back-office', 'ticket'], portal: 'staff' },
  { paths: /^\/(bo|backoffice)\//, chunks: ['back-office', 'office'], portal: 'staff' },
  { paths: /^\/customer-portal\/tickets\//, chunks: ['portal', 'portal-more'], portal: 'customer' },
  { paths: /^\/customer-portal(\/|$)/, chunks: ['portal'], portal: 'customer' },
]

export const areaOf = (path: string): Area | undefined => areas.find(({ paths }) => paths.test(path))
