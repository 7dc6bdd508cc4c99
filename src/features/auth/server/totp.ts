// One-time codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 seconds, which every app supports.
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const STEP_MS = 30_000
/** Of RFC 4226, section 4. */
const SECRET_BYTES = 20
/** Codes of the step before and after are accepted too: clocks differ. */
const WINDOW_STEPS = 1

/** In base32, as people type it. */
export const newTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 })

/** The address that an app reads, and its QR code as SVG. */
export function totpToScan(secret: string, names: { issuer: string; label: string }) {
  const uri = totpOf(secret, names).toString()
  return { qr_code: renderSVG(uri), secret, uri }
}

/** The time step that a code belongs to, of those accepted at a moment (Unix milliseconds); undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, atMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: atMs, window: WINDOW_STEPS })
  return delta === null ? undefined : Math.floor(atMs / STEP_MS) + delta
}
