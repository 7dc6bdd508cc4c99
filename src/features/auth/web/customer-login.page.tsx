import { Link } from '#shared/ui/link.tsx'
import { Login } from './login.tsx'

/** /customer-login: the login page of the customer portal. */
export function CustomerLoginPage() {
  return (
    <Login
      portal="customer"
      title="Supportportal"
      lead="Logga in för att skapa och följa dina ärenden."
      footer={
        <>
          Arbetar du här? <Link to="/auth">Logga in i backoffice</Link>
        </>
      }
    />
  )
}
