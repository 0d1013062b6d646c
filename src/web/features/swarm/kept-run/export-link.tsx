import * as texts from '../texts.ts'

export function ExportLink({ id }: { id: string }) {
  return (
    <a
      href={`/api/swarm/runs/${id}/export`}
      download
      className="button cut hairline button-small max-md:min-h-11"
    >
      {texts.exportRun}
      <span className="sr-only"> {texts.asMarkdown}</span>
    </a>
  )
}
