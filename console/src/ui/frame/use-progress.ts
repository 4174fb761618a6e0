// Shows in a notice how far an act is that takes a while, and why it failed.
import { notifications } from '@mantine/notifications'
import { CountChanged } from '../../api/bulk.ts'
import { useTexts } from '../../texts/index.tsx'
import { showFailure } from './undo-notices.tsx'

/** Called with how far the act is: a number of records, or a text. */
type Progress = (done: number | string) => void

export function useProgress() {
  const { list: t } = useTexts()
  return async (title: string, act: (progress: Progress) => Promise<unknown>): Promise<void> => {
    const id = notifications.show({ message: title, loading: true, autoClose: false, withCloseButton: false })
    try {
      await act(done => notifications.update({ id, message: t.progress(title, done), loading: true, autoClose: false }))
    } catch (error) {
      showFailure(error instanceof CountChanged ? new Error(t.countChanged(error.count)) : error)
    } finally {
      notifications.hide(id)
    }
  }
}
