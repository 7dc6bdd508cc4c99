type Allowed = { isDev?: boolean; script?: string; htmlPolicy?: string }

/**
 * The Content-Security-Policy; `script` is the hash of the only inline script that a document may run, and `htmlPolicy` the
 * Trusted Types policy by which that script shows HTML of the server.
 */
export function contentSecurityPolicy({ isDev = false, script, htmlPolicy }: Allowed = {}): string {
  // Only Vite's development server may use inline styles and scripts, which it injects.
  const own = isDev ? "'self' 'unsafe-inline'" : "'self'"
  const policy = {
    'default-src': "'none'",
    'script-src': script ? `${own} ${script}` : own,
    'style-src': own,
    // Previews of files are fetched with the session, and shown as blobs.
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': isDev ? "'self' ws:" : "'self'",
    'form-action': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    // The default one accepts only the empty string (shared/web/trusted-types.ts).
    'trusted-types': htmlPolicy ? `default ${htmlPolicy}` : 'default',
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
}

/** The headers of every response, failures included (docs/security.md, Response headers). */
export function securityHeaders(isDev: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy({ isDev }),
    'strict-transport-security': `max-age=${365 * 24 * 3600}; includeSubDomains`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
}
