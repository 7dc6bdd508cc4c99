/** Our own drawing in one stroke width: a cable from the wall socket to the router above a desk. */
export function CableDrawing({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 480 480"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {/* Window with a low sun over the forest */}
      <rect x="60" y="48" width="132" height="148" rx="4" />
      <path d="M126 48 V196 M60 122 H192 M50 204 H202" />
      <path d="M60 182 L72 160 L82 176 L96 148 L110 178 L118 166 L126 180" />
      <path d="M126 178 L140 152 L152 174 L164 158 L178 184 L184 174 L192 184" />
      <circle cx="160" cy="92" r="14" />
      {/* Shelf with the router and a plant */}
      <path d="M262 204 H432 M284 204 V222 M410 204 V222" />
      <rect x="284" y="174" width="86" height="30" rx="7" />
      <path d="M298 174 V132 M356 174 V132" />
      <path d="M300 189 H302 M314 189 H316 M328 189 H330" />
      <path d="M312 118 C320 110 334 110 342 118 M301 106 C315 91 339 91 353 106 M290 94 C311 72 343 72 364 94" />
      <path d="M388 204 L384 178 H414 L410 204 Z" />
      <path d="M399 178 V150 M399 166 C388 164 382 154 382 144 C393 146 399 155 399 166 M399 160 C410 157 416 148 416 138 C405 140 399 149 399 160" />
      {/* Desk, screen, lamp, cup */}
      <path d="M196 372 H452 M220 372 V448 M428 372 V448" />
      <rect x="276" y="276" width="112" height="74" rx="6" />
      <path d="M332 350 V372 M308 372 H356" />
      <path d="M294 298 H342 M294 312 H366 M294 326 H328" />
      <path d="M240 372 L228 306 L256 272 M244 262 L268 282 C276 272 272 256 262 252 C254 249 247 254 244 262 Z M226 372 H254" />
      <path d="M404 352 H424 V366 C424 370 421 372 418 372 H410 C407 372 404 370 404 366 Z M424 356 H429 C434 356 434 365 429 365 H424" />
      {/* Floor and wall socket */}
      <path d="M28 448 H452" />
      <rect x="64" y="330" width="44" height="44" rx="8" />
      <path d="M79 352 H79.1 M93 352 H93.1" strokeWidth="5" />
      {/* The cable: out of the wall, one loop, up to the router */}
      <path
        d="M86 374 C86 402 84 428 106 434 C134 441 162 434 162 410 C162 387 130 387 130 410 C130 434 168 442 184 418 C202 390 168 350 184 312 C202 270 240 268 238 232 C237 206 256 192 284 190"
        className="stroke-accent"
      />
    </svg>
  )
}
