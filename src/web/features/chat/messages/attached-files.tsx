import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { sizeOf } from '../../../blocks/files/chosen-file.ts'

/** The files that a question was sent with, which its person can download. */
export default function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
  return (
    <ul aria-label="Files of the question" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
      {files.map(({ id, name, bytes }) => (
        <li key={id} className="min-w-0 leading-snug [overflow-wrap:anywhere]">
          <a
            href={`/api/sources/${id}/file`}
            download={name}
            className="text-cyan underline underline-offset-3 hover:text-text max-md:inline-block max-md:py-2.5"
          >
            {name}
          </a>
          <span className="text-muted">{` · ${sizeOf(bytes)}`}</span>
        </li>
      ))}
    </ul>
  )
}
