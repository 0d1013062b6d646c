import type { SwarmRun } from '../../../shared/swarm/swarm.ts'
import { runMarkdown, runTitle } from '../../../shared/swarm/swarm-markdown.ts'
import { type ExportedFile, fileName } from '../export/exported-file.ts'

export function exportRun(run: SwarmRun): ExportedFile {
  return {
    filename: `${fileName(runTitle(run), 'Swarm run')}.md`,
    contentType: 'text/markdown; charset=utf-8',
    body: runMarkdown(run),
  }
}
