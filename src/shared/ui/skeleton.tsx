/** A stand-in of the height of what is coming (`className='h-24'`), seen only after 150 ms. Around it: aria-busy. */
export function Skeleton({ className = 'h-4' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-appear rounded-sm bg-sunken forced-colors:border forced-colors:border-system-gray ${className}`}
    />
  )
}
