import { Navigate, useLocation } from 'react-router'

/** The former address of the company details form, which bookmarks and links still use. */
export function MovedSettingsPage() {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: '/backoffice/settings', search, hash }} replace />
}
