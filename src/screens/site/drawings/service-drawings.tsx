import type { ReactNode } from 'react'

/** The cable branches off the cable in the gutter: 20 units left of the drawing, half a gutter on the page. */
function Drawing({ children, cable }: { children: ReactNode; cable: string }) {
  return (
    <svg
      viewBox="0 0 140 120"
      width="140"
      height="120"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-auto w-21 shrink-0 overflow-visible sm:w-35"
    >
      <g className="stroke-primary">{children}</g>
      <path d={cable} className="stroke-accent" />
    </svg>
  )
}

const NetworkDrawing = () => (
  <Drawing cable="M-20 62C-20 84 -12 92 4 92H32M50 34A28 28 0 0 1 90 34M40 23A43 43 0 0 1 100 23M60 45A14 14 0 0 1 80 45">
    <rect x="32" y="78" width="76" height="28" rx="8" className="fill-wall" />
    <path d="M46 78V56M94 78V56M48 92h.1M60 92h.1M72 92h.1M88 92h8M44 106v6M96 106v6" />
  </Drawing>
)
const SupportDrawing = () => (
  <Drawing cable="M-20 68C-20 90 -12 98 2 98H18M62 66C70 74 82 74 90 66">
    <path d="M32 28H112Q118 28 118 34V88H26V34Q26 28 32 28Z" className="fill-wall" />
    <path d="M18 88H126L130 102Q130 106 126 106H18Q14 106 14 102ZM62 96H82" />
    <path d="M62 48v.1M90 48v.1" strokeWidth="7" />
  </Drawing>
)
const CameraDrawing = () => (
  <Drawing cable="M-20 10C-20 32 -12 40 2 40H18M110 72A26 26 0 0 1 110 104M122 62A42 42 0 0 1 122 114">
    <path d="M18 22V60M18 40H34L46 30" />
    <path d="M40 22L104 40L97 66L33 48Z" className="fill-wall" />
    <path d="M104 42L114 46L109 62L99 60M54 38L66 41" />
    <rect x="52" y="76" width="32" height="40" rx="6" className="fill-wall" />
    <path d="M61 88h.1M68 88h.1M75 88h.1M61 97h.1M68 97h.1M75 97h.1M61 106h.1M68 106h.1M75 106h.1" strokeWidth="4" />
  </Drawing>
)
const DepartmentDrawing = () => (
  <Drawing cable="M-20 74C-20 96 -12 104 2 104H20C30 104 30 84 42 84M98 84C120 84 120 60 98 60M42 36C20 36 20 60 42 60">
    <rect x="42" y="12" width="56" height="100" rx="6" className="fill-wall" />
    <path d="M42 36H98M42 60H98M42 84H98M52 24h.1M60 24h.1M52 48h.1M60 48h.1M52 72h.1M60 72h.1M76 24h12M76 48h12M76 72h12M54 98H86" />
  </Drawing>
)
const AgreementDrawing = () => (
  <Drawing cable="M-20 64C-20 86 -14 94 4 94C30 94 40 92 50 88C60 84 60 76 55 78C48 82 60 96 68 86C74 78 72 94 82 86C88 82 88 90 100 86">
    <path d="M36 8H86L106 28V112H36Z" className="fill-wall" />
    <path d="M86 8V28H106M50 34H74M50 48H92M50 60H84" />
  </Drawing>
)
const PlugDrawing = () => (
  <Drawing cable="M-20 30C-20 52 -12 60 2 60H44">
    <path d="M44 44H62Q82 44 82 60T62 76H44ZM82 52H92M82 68H92" className="fill-wall" />
    <rect x="104" y="30" width="28" height="60" rx="6" className="fill-wall" />
    <path d="M118 52v.1M118 68v.1" strokeWidth="6" />
  </Drawing>
)

const drawings = [
  [/kamera|larm|passer|lås/i, CameraDrawing],
  [/avtal/i, AgreementDrawing],
  [/avdelning|drift|server|moln/i, DepartmentDrawing],
  [/wi-?fi|nät|fiber|kabel/i, NetworkDrawing],
  [/support|hjälp|dator|besök/i, SupportDrawing],
] as const

/** The drawing for a service's name; a plug if none matches. */
export function ServiceDrawing({ name }: { name: string }) {
  const [, Found = PlugDrawing] = drawings.find(([pattern]) => pattern.test(name)) ?? []
  return <Found />
}
