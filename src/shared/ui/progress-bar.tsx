type Props = {
  value: number
  max: number
  isDanger?: boolean
  className: string
} & ({ label: string } | { labelledBy: string })

/** How much of something is done or used. */
export function ProgressBar({ value, max, isDanger = false, className, ...name }: Props) {
  const tone = isDanger
    ? '[&::-webkit-progress-value]:bg-danger [&::-moz-progress-bar]:bg-danger'
    : '[&::-webkit-progress-value]:bg-primary [&::-moz-progress-bar]:bg-primary'
  return (
    <progress
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy })}
      max={max}
      value={value}
      className={`appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line forced-colors:border forced-colors:bg-system-canvas forced-colors:[&::-moz-progress-bar]:bg-system-highlight forced-colors:[&::-webkit-progress-bar]:bg-system-canvas forced-colors:[&::-webkit-progress-value]:bg-system-highlight ${tone} ${className}`}
    />
  )
}
