/** A phone number to read and to call: digits for the machine, the company's own spacing for people. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={className}>
      {number}
    </a>
  )
}
