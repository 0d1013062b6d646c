import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * `mutate` does nothing while one of this key is under way, on any screen. It asks the client, since a second press may
 * come before the first one is rendered.
 */
export function useOneMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables> & { mutationKey: readonly unknown[] },
) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(options)
  const { mutationKey } = options
  return {
    isPending,
    mutate: (variables: Variables) => void (queryClient.isMutating({ mutationKey }) || mutate(variables)),
  }
}
