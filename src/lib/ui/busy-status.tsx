/** Announces to screen readers that a request is in progress. */
export const BusyStatus = ({ text }: { text: string }) => (
  <span role="status" className="sr-only">
    {text}
  </span>
)
