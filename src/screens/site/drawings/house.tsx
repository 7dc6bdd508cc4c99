/** The start page's drawing: a house in cross-section with router, screen and camera on the cable. */
export function HouseDrawing({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 600 560"
      width="600"
      height="560"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`overflow-visible ${className}`}
    >
      <Sky />
      <g className="stroke-primary">
        <path d="M150 480V220L300 92L450 220V480Z" className="fill-wall stroke-transparent" />
        <path d="M150 360V220L300 92L450 220V360Z" className="fill-drawing-light stroke-transparent" />
        <path d="M150 226V480M450 226V480M150 360H450" />
        <path d="M370 145V100H402V172M118 248L300 92L482 248" />
        <path d="M0 480H600" />
        <circle cx="300" cy="166" r="23" className="fill-wall" />
        <path d="M300 143V189M277 166H323" />
        <Upstairs />
        <Downstairs />
        <Street />
        <Technician />
      </g>
      <Cable />
    </svg>
  )
}

const Sky = () => (
  <>
    <g className="stroke-drawing-edge">
      <circle cx="76" cy="92" r="27" />
      <path d="M76 46V36M76 148V138M122 92H132M20 92H30M108.5 59.500L115.5 52.500M36.5 131.500L43.5 124.500M43.5 59.500L36.5 52.500M115.5 131.500L108.5 124.5" />
    </g>
    <g className="stroke-night">
      <path d="M92 68A28 28 0 1 0 106 104A23 23 0 0 1 92 68Z" />
      <path d="M170 52v.1M212 100v.1M40 170v.1M446 62v.1M520 110v.1M566 48v.1M488 152v.1M130 160v.1" strokeWidth="5" />
    </g>
  </>
)

const Upstairs = () => (
  <>
    {/* Shelf, router, books */}
    <path d="M172 300H262" />
    <rect x="184" y="278" width="56" height="22" rx="6" className="fill-wall" />
    <path d="M196 278V246M228 278V246M197 289h.1M208 289h.1" />
    <path d="M248 300V278M255 300V282" />
    {/* Desk and screen */}
    <path d="M324 316H436M336 316V360M426 316V360M386 316V304M370 316H402" />
    <rect x="352" y="254" width="70" height="50" rx="5" className="fill-wall" />
    <path d="M364 268H392M364 279H408M364 290H384" />
    {/* Person at the desk */}
    <circle cx="300" cy="250" r="14" className="fill-wall" />
    <path d="M286 254C284 234 304 230 314 244C304 248 296 246 294 256Z" className="fill-drawing-dark" />
    <path d="M298 265C284 272 280 300 284 330H316V360M300 284C304 300 314 308 338 310" />
    <path d="M268 286V334H292M280 334V360M268 360H292" />
  </>
)

const Downstairs = () => (
  <>
    {/* Sofa and lamp */}
    <path
      d="M196 442V418Q196 408 206 408H262Q272 408 272 418V442M186 468H282V440A8 8 0 0 0 272 440V450H196V440A8 8 0 0 0 186 440ZM192 468V480M276 468V480"
      className="fill-wall"
    />
    <path d="M314 480V406M302 480H326M300 406L306 382H322L328 406Z" className="fill-drawing-light" />
    {/* Door and card reader */}
    <path d="M376 480V392H430V480" className="fill-wall" />
    <path d="M386 438h.1" strokeWidth="6" />
    <rect x="350" y="424" width="13" height="21" rx="3" className="fill-wall" />
    <path d="M356.5 431h.1" strokeWidth="4" className="stroke-accent" />
  </>
)

const Street = () => (
  <>
    {/* Street cabinet, spruces */}
    <rect x="34" y="424" width="50" height="56" rx="5" className="fill-wall" />
    <path d="M59 424V480M68 452v6M44 436h6" />
    <path d="M112 480V456M112 380L92 420H102L86 456H138L122 420H132Z" />
    <path d="M566 480C560 462 570 452 580 460C588 448 604 458 596 480" />
  </>
)

const Technician = () => (
  <>
    {/* Ladder */}
    <path d="M480 262L528 480M504 256L552 480M486 290H511M493 322H518M500 354H525M507 386H532M514 418H539M521 450H546" />
    {/* Camera under the eave */}
    <path d="M450 282H460M460 274V290" />
    <path d="M462 276L490 268L494 282L466 290Z" className="fill-wall" />
    {/* Person on the ladder */}
    <circle cx="536" cy="226" r="14" className="fill-wall" />
    <path d="M521 224C520 208 548 204 552 220L520 225Z" className="fill-drawing-dark" />
    <path d="M532 242C550 240 560 254 558 282L556 318H528L526 282C524 268 524 248 532 242Z" className="fill-canvas" />
    <path d="M536 256C528 270 514 276 496 272M556 318C560 344 552 364 538 386H516M534 318C530 336 524 346 516 354H502" />
  </>
)

const Cable = () => (
  <g className="stroke-accent">
    <path d="M59 480V496C59 522 80 526 104 526H138C158 526 166 516 166 498V318C166 300 170 289 184 289" />
    <path d="M240 289C262 289 270 306 262 322C254 338 232 334 234 316C237 296 276 348 316 346C352 344 386 346 386 316" />
    <path d="M422 280C440 280 436 282 450 282" />
    <path d="M456 290V498C456 518 466 526 484 526H556C588 526 600 536 600 560" />
    <path d="M201 234A16 16 0 0 1 223 234M192 223A29 29 0 0 1 232 223M183 212A42 42 0 0 1 241 212" />
  </g>
)
