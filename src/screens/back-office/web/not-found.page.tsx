import { NotFound } from '#shared/ui/not-found.tsx'

/** An unknown path of the back office, inside its layout. */
export const BackOfficeNotFoundPage = () => <NotFound home={{ to: '/backoffice', label: 'Till Dashboard' }} />
