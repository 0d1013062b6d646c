/** A link that downloads the run as a Markdown file. */
export function ExportLink({ id }: { id: string }) {
  return (
    <a
      href={`/api/swarm/runs/${id}/export`}
      download
      className="button cut hairline button-small max-md:min-h-11"
    >
      Export
      <span className="sr-only"> as Markdown</span>
    </a>
  )
}
