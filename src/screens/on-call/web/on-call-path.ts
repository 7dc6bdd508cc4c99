/** The page of Inställningar. */
export const ON_CALL_PAGE = '/backoffice/settings/jour'
