import { Navigate, useLocation } from 'react-router'

/** The address that the company details form had before: bookmarks and links still lead to it. */
export function MovedSettingsPage() {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: '/backoffice/settings', search, hash }} replace />
}
