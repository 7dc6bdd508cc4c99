import { Link } from '#shared/ui/link.tsx'
import { Login } from './login.tsx'

/** /auth: the login page of the back office. */
export function StaffLoginPage() {
  return (
    <Login
      portal="staff"
      title="Backoffice"
      lead="Logga in för att registrera tid och hjälpa kunder."
      footer={
        <>
          Är du kund? <Link to="/customer-login">Logga in i supportportalen</Link>
        </>
      }
    />
  )
}
