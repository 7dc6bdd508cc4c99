import { useIsAdmin } from '#auth/web/session.api.ts'

/** Why the person may not change users; undefined for administrators. */
export const useUserPermissions = () => (useIsAdmin() ? undefined : 'Bara administratörer kan göra det här')
