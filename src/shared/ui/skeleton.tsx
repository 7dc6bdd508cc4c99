/** A placeholder with the height of the content (`className='h-24'`), visible after 150 ms. Use inside an element with aria-busy. */
export function Skeleton({ className = 'h-4' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-appear rounded-sm bg-line forced-colors:border forced-colors:border-system-gray ${className}`}
    />
  )
}
