"""What people wrote in apps, as these export it: chats, posts, boards and tasks."""
