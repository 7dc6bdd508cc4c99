import { useIsAdmin } from '#features/auth/web/me.ts'

/** Why the person may not change users; undefined for administrators. */
export const useUserPermissions = () => (useIsAdmin() ? undefined : 'Bara administratörer kan göra det här')
