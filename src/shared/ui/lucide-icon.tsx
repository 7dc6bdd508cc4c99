// Replaces lucide-react's createLucideIcon in the build (vite.config.ts): one path per icon, without a context. In a list with
// icons in its rows, the parts of the icons were a third of all elements (decision 074).
import type { LucideProps } from 'lucide-react'

type Attributes = Readonly<Record<string, string>>
type IconData = { node: readonly (readonly [shape: string, attributes: Attributes])[] }

/** Converts each kind of shape in icons to a path. */
const paths: Record<string, (attributes: Attributes) => string> = {
  // A relative start is relative to the origin, not to the end of the previous path.
  path: ({ d = '' }) => (d.startsWith('m') ? `M0 0${d}` : d),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
  circle: ({ cx, cy, r }) => ellipse(Number(cx), Number(cy), Number(r), Number(r)),
  ellipse: ({ cx, cy, rx, ry }) => ellipse(Number(cx), Number(cy), Number(rx), Number(ry)),
  rect: ({ x = '0', y = '0', width, height, rx, ry }) =>
    rectangle([Number(x), Number(y), Number(width), Number(height)], Number(rx ?? ry ?? 0)),
}

const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

function rectangle([x, y, width, height]: readonly [number, number, number, number], radius: number) {
  const [across, down] = [width - 2 * radius, height - 2 * radius]
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`
  return `M${x + radius} ${y}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`
}

/** One path that draws all shapes of an icon. The few filled shapes are dots, which the stroke covers. */
export const pathOf = ({ node }: IconData): string =>
  node.map(([shape, attributes]) => paths[shape]?.(attributes) ?? '').join('')

// biome-ignore lint/style/noDefaultExport: the modules of lucide-react import the default
export default function createLucideIcon(data: IconData) {
  const d = pathOf(data)
  return function Icon({ size = 24, ...svg }: Omit<LucideProps, 'absoluteStrokeWidth'>) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...svg}
      >
        <path d={d} />
      </svg>
    )
  }
}
