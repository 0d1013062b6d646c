import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'

/** The addresses of uploaded files: a retry does not upload them again. */
const stored = new WeakMap<File, string>()

const pictureCodes = ['image_invalid', 'image_too_large', 'body_too_large', 'unsupported_media_type']

/**
 * Returns the address under which the server stores the picture (decision 12).
 * @throws {ApiError} if the server refuses it; a problem with the picture is reported for the field `imageUrl`
 */
export async function uploadImage(api: Api, file: File): Promise<string> {
  const known = stored.get(file)
  if (known) return known
  try {
    const { imageUrl } = await unwrap(
      api.images.$post({}, { init: { body: file, headers: { 'content-type': file.type } } }),
    )
    stored.set(file, imageUrl)
    return imageUrl
  } catch (error) {
    if (error instanceof ApiError && error.problem && pictureCodes.includes(error.problem.code))
      throw new ApiError(error.status, { ...error.problem, errors: { imageUrl: error.message } })
    throw error
  }
}
