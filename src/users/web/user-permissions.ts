import { useMe } from '#auth/web/session.api.ts'

/** Why the person may not change users; undefined for administrators (rule 6). */
export const useUserPermissions = () => (useMe().role === 'admin' ? undefined : 'Bara administratörer kan göra det här')
