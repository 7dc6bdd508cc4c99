import type { BarChartProps } from './bar-chart.tsx'

/** Horizontal bars, for labels that are names: each is shown whole above its bar. */
export function NamedBars({ title, labelHeader, valueHeader, bars }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{labelHeader}</th>
          <th scope="col">{valueHeader}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, label, value, text }) => (
          <tr key={id ?? label} className="relative">
            <th scope="row" className="pt-1 pr-4 pb-4 text-left align-bottom font-normal wrap-anywhere">
              {label}
              {/* The width is an SVG attribute, as the content security policy refuses inline styles. */}
              <svg aria-hidden="true" width="100%" height="8" className="absolute bottom-1.5 left-0 fill-primary">
                <rect width={`${(value / highest) * 100}%`} height="8" rx="4" />
              </svg>
            </th>
            <td className="numbers pt-1 pb-4 align-bottom">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
