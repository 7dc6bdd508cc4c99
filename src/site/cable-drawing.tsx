/** A cable that leaves the wall, wanders, and finds the router. One hand, one stroke width. */
export function CableDrawing() {
  return (
    <svg viewBox="0 0 420 320" fill="none" aria-hidden="true" className="w-full max-w-md justify-self-center">
      <g strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" className="stroke-pine">
        <rect x="18" y="196" width="44" height="64" rx="8" />
        <path d="M34 220v10M46 220v10" />
        <rect x="262" y="176" width="132" height="52" rx="10" />
        <path d="M284 202h.5M302 202h.5M320 202h.5" strokeWidth="6" />
        <path d="M286 176V120M370 176V120" />
        <path d="M352 202h22" />
        <path d="M282 228v10M374 228v10" />
      </g>
      <path
        d="M62 236C120 236 132 288 186 284C240 280 232 214 188 214C150 214 146 262 186 266C236 270 222 206 262 206"
        strokeWidth="3"
        strokeLinecap="round"
        className="stroke-accent"
      />
      <g strokeWidth="3" strokeLinecap="round" className="stroke-accent">
        <path d="M308 88a29 29 0 0 1 40 0" />
        <path d="M292 68a52 52 0 0 1 72 0" />
        <path d="M276 48a75 75 0 0 1 104 0" />
        <path d="M328 106h.5" strokeWidth="7" />
      </g>
    </svg>
  )
}
