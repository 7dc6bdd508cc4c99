import { useMe } from '#auth/web/session.api.ts'

/** Why the person may not change users; undefined for administrators. */
export const useUserPermissions = () => (useMe().role === 'admin' ? undefined : 'Bara administratörer kan göra det här')
