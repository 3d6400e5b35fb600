/*
 * The profile picture. It is cropped and scaled on the device before upload, so
 * metadata in the file, such as where it was taken, is never sent.
 */
import { useRef, useState, type ChangeEvent } from "react";
import { useFetcher } from "react-router";
import type { AccountRefusal } from "#core/account/account-refusal.ts";
import { avatarSide } from "#core/account/avatar.ts";
import { Avatar } from "../kit/avatar.tsx";
import { Button } from "../kit/button.tsx";

/** The upload address, also used from other pages: everything showing a picture reloads afterwards. */
const action = "/settings/account/profile";

export function AvatarSettings({ name, image }: { name: string; image: string | null }) {
  const field = useRef<HTMLInputElement>(null);
  const fetcher = useFetcher<{ refusal: AccountRefusal | null }>();
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const refusal = unreadable ?? fetcher.data?.refusal?.sentence ?? null;

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (file === undefined) return;
    const square = await squareOf(file);
    setUnreadable(square === null ? `“${file.name}” isn’t a PNG, JPEG or WebP picture.` : null);
    if (square !== null) await fetcher.submit({ intent: "avatar", image: square }, { method: "post", action });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar name={name} image={image} size="large" />
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture to upload"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <Button pending={fetcher.state !== "idle"} onClick={() => field.current?.click()}>
        {image === null ? "Choose a picture" : "Choose another"}
      </Button>
      {image !== null && (
        <Button variant="quiet" onClick={() => void fetcher.submit({ intent: "avatar-remove" }, { method: "post", action })}>
          Remove
        </Button>
      )}
      {refusal !== null && (
        <p role="alert" className="w-full text-danger">
          {refusal}
        </p>
      )}
    </div>
  );
}

/**
 * The center of the picture as base64 of a WebP, or of a PNG where the browser
 * cannot encode WebP; null if it is not an image.
 */
async function squareOf(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = avatarSide;
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, avatarSide, avatarSide);
  picture.close();
  return canvas.toDataURL("image/webp", 0.9).split(",", 2)[1]!;
}
