import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { sizeOf } from '../../../blocks/files/chosen-file.ts'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.tsx'

export default function AttachedFiles({ files }: { files: readonly AttachedFile[] }) {
  const documents = files.filter(({ picture }) => !picture)
  const pictures = files.filter(({ picture }) => picture)
  return (
    <>
      {pictures.length > 0 && (
        <ul aria-label={texts.picturesQuestion} className="mt-2 flex flex-wrap gap-2">
          {pictures.map(({ id, name }) => (
            <li key={id}>
              <a href={`/api/sources/${id}/file`} download={name} title={name} className="block">
                <Picture
                  src={`/api/sources/${id}/file`}
                  alt={name}
                  width={120}
                  height={120}
                  loading="lazy"
                  className="size-30 border border-line-strong object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {documents.length > 0 && <Documents files={documents} />}
    </>
  )
}

function Documents({ files }: { files: readonly AttachedFile[] }) {
  return (
    <ul aria-label={texts.filesQuestion} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-13">
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
