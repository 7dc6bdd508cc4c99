export type Bar = {
  /** A short text below the bar: '47'. A longer one is truncated there, but not in the table. */
  label: string
  /** Needed where two bars may have the same label. */
  id?: string
  value: number
  /** The formatted value above the bar: '37,5'. At most five characters. */
  text: string
  /** The bar of the current period, in the accent colour. */
  isCurrent?: boolean
}
export type BarChartProps = {
  /** 'Timmar per vecka' */
  title: string
  /** Heads of the table for screen readers: 'Vecka', 'Timmar'. */
  labelHeader: string
  valueHeader: string
  bars: readonly Bar[]
}

const tallest = 128
/** As many numbers as fit beside each other on a phone; the table has all of them. */
const onPhone = 8

/** About twelve bars with their values. Heights are SVG attributes, as the content security policy refuses inline styles. */
export function BarChart({ title, labelHeader, valueHeader, bars }: BarChartProps) {
  const highest = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <figure className="@container">
      <figcaption className="sr-only">{title}</figcaption>
      <div aria-hidden="true" className="flex items-end gap-1 @min-[36rem]:gap-2">
        {bars.map((bar, index) => (
          <LabelledBar
            key={bar.id ?? bar.label}
            bar={bar}
            share={bar.value / highest}
            isOnPhone={index >= bars.length - onPhone}
          />
        ))}
      </div>
      {/* The wrapper is hidden, as a hidden table would still be as wide as its text. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              <th scope="col">{valueHeader}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, label, text }) => (
              <tr key={id ?? label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

type LabelledBarProps = {
  bar: Bar
  /** Its height as a fraction of the tallest bar's. */
  share: number
  isOnPhone: boolean
}

function LabelledBar({ bar: { label, value, text, isCurrent }, share, isOnPhone }: LabelledBarProps) {
  const height = value > 0 ? Math.max(3, Math.round(share * tallest)) : 1
  return (
    <div
      className={`flex min-w-0 flex-1 flex-col items-center text-xs tabular-nums ${isOnPhone ? '' : '@max-[28rem]:hidden'}`}
    >
      <span className={`pb-1 whitespace-nowrap ${isCurrent ? 'font-semibold text-ink' : 'text-ink-soft'}`}>{text}</span>
      <svg aria-hidden="true" width="100%" height={height} className={isCurrent ? 'fill-accent' : 'fill-primary'}>
        <rect width="100%" height={height + 4} rx={3} />
      </svg>
      <span
        className={`w-full truncate border-t border-line-strong pt-1 text-center ${isCurrent ? 'font-semibold text-accent-ink' : 'text-ink-faint'}`}
      >
        {label}
      </span>
    </div>
  )
}
