/* Every page of Stet. Everything under /api and /v1 is app/api's. */
import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("routes/home.ts"),
  layout("routes/app-layout.tsx", [
    layout("routes/chat/chat-layout.tsx", [
      route("chat", "routes/chat/start.tsx"),
      route("chat/:chatId", "routes/chat/conversation.tsx"),
    ]),
  ]),
  route("auth/sign-in", "routes/auth/sign-in.tsx"),
  route("auth/sign-up", "routes/auth/sign-up.tsx"),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
