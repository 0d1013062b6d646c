import type { SourceType } from '../../../shared/knowledge/sources.ts'
import type { ExportedAgent, ExportedDocument } from '../../../shared/own-data/exported-agent.ts'
import { orGone } from '../failure.ts'
import type { SourceFile, Sources } from '../knowledge/sources.ts'
import { sourceEndings } from '../knowledge/store-upload.ts'
import { pathOf, type ZipEntry } from '../zip/write-zip.ts'

export type AgentAlone = Omit<ExportedAgent, 'documents' | 'sourcesOpen'>

/** Names also the files that follow the documents in the zip. */
export async function withDocuments(
  { sources }: { sources: Pick<Sources, 'list' | 'openFile' | 'openEarlier'> },
  agent: AgentAlone,
  wallet: string,
  folder: string,
): Promise<{ agent: ExportedAgent; files: ZipEntry[] }> {
  const listed = await orGone(sources.list(agent.id, wallet))
  const files: ZipEntry[] = []
  const add = (path: string, { content, ...file }: SourceFile & { version: number }) => {
    files.push({ path, content: whole(content, file.bytes), packed: isPacked[file.type] })
    return { type: file.type, version: file.version, bytes: file.bytes, file: path }
  }
  const documents: ExportedDocument[] = []
  for (const [index, source] of (listed?.sources ?? []).entries()) {
    const { id, agentId, name, type, state, version, createdAt } = source
    const opened = await orGone(sources.openFile(id, wallet))
    if (!opened) continue
    const before = await orGone(sources.openEarlier({ agentId, sourceId: id }, wallet))
    const ending = sourceEndings[type]
    const title = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name
    const path = pathOf(folder, index, title)
    documents.push({
      id,
      name,
      ...add(`${path}${ending}`, { ...opened, type, version }),
      language: state.kind === 'ready' ? state.language : null,
      createdAt,
      earlier: before && {
        ...add(`${path}, version ${before.version}${sourceEndings[before.type]}`, before),
        presentFailed: state.kind === 'failed',
      },
    })
  }
  return { agent: { ...agent, sourcesOpen: listed?.sourcesOpen ?? 'passages', documents }, files }
}

/** Compressed already. */
const isPacked: Record<SourceType, boolean> = {
  pdf: true,
  docx: true,
  epub: true,
  html: false,
  markdown: false,
  text: false,
  csv: false,
}

/** @throws if the file was removed while it was read, so that no part of it passes for all of it */
async function* whole(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of content) {
    length += chunk.length
    yield chunk
  }
  if (length !== bytes) throw new Error('a document was replaced or deleted while it was exported')
}
