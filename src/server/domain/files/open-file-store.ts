import type { Env } from '../../base/env.ts'
import { DiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { S3Store } from './s3-store.ts'

export type FilesEnv = Pick<
  Env,
  'FILES' | 'FILES_S3_ENDPOINT' | 'FILES_S3_REGION' | 'FILES_S3_KEY' | 'FILES_S3_SECRET'
>

/** The store of the settings; null where the database has all bytes. */
export function openFileStore(env: FilesEnv): FileStore | null {
  const { FILES: place, FILES_S3_REGION: region, FILES_S3_KEY: key = '', FILES_S3_SECRET: secret = '' } = env
  switch (place?.kind) {
    case undefined:
      return null
    case 'disk':
      return new DiskStore(place.folder)
    case 's3': {
      const endpoint = env.FILES_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
      return new S3Store({ ...place, endpoint, region, key, secret })
    }
    default:
      return place satisfies never
  }
}
