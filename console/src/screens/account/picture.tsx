// Changes and removes the own picture.
import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../../api/workspace.tsx'
import { useTexts } from '../../texts/index.tsx'
import { NoPicture, usePicture, usePictureChanges } from '../../ui/display/pictures.ts'
import { showFailure } from '../../ui/frame/undo-notices.tsx'
import classes from './account.module.css'

export function PictureButtons() {
  const { picture: words } = useTexts().account
  const { uid } = useWorkspace().session.user
  const picture = usePicture(uid)
  const { set, remove } = usePictureChanges()
  const [isSending, setSending] = useState(false)
  const send = async (work: Promise<void>): Promise<void> => {
    setSending(true)
    await work.catch(error => showFailure(error instanceof NoPicture ? new Error(words.unreadable) : error))
    setSending(false)
  }
  return (
    <div className={classes.pictureButtons}>
      <FileButton
        onChange={file => file && void send(set(file))}
        accept="image/*"
        inputProps={{ 'aria-label': words.change }}
      >
        {props => (
          <Button variant="default" loading={isSending} {...props}>
            {words.change}
          </Button>
        )}
      </FileButton>
      {picture !== null && (
        <Button variant="default" disabled={isSending} onClick={() => void send(remove(uid))}>
          {words.remove}
        </Button>
      )}
    </div>
  )
}
