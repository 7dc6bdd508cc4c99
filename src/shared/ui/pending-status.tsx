/** Announces to screen readers that a request is in progress. */
export const PendingStatus = ({ text }: { text: string }) => (
  <span role="status" className="sr-only">
    {text}
  </span>
)
