import type { Env } from '../../base/env.ts'
import { DiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { S3Store } from './s3-store.ts'

type FilesEnv = Pick<Env, 'FILES' | 'FILES_ENDPOINT' | 'FILES_REGION' | 'FILES_KEY' | 'FILES_SECRET'>

/** The store of the settings; null where the database has all bytes. */
export function openFileStore(env: FilesEnv): FileStore | null {
  const { FILES: place, FILES_REGION: region, FILES_KEY: key = '', FILES_SECRET: secret = '' } = env
  switch (place?.kind) {
    case undefined:
      return null
    case 'disk':
      return new DiskStore(place.folder)
    case 's3': {
      const endpoint = env.FILES_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
      return new S3Store({ ...place, endpoint, region, key, secret })
    }
    default:
      return place satisfies never
  }
}
